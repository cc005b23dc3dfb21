import { boot } from './boot'

await boot()
