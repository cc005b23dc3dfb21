import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { apiDocument } from './api-docs/document'

writeFileSync(resolve(import.meta.dirname, '../docs/api.md'), apiDocument())
