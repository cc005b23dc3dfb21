import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { apiDocument } from './api-docs/document'
import { withFences } from './house/floors'

// What is derived from the code and kept in the repository: docs/api.md, and the fences of lib in biome.json.
const at = (path: string) => resolve(import.meta.dirname, '..', path)
writeFileSync(at('docs/api.md'), apiDocument())
writeFileSync(at('biome.json'), withFences(readFileSync(at('biome.json'), 'utf8')))
