import { readFileSync } from 'node:fs'
import type { JsonObject } from './json.js'

/** The forms of the servers: `registerPlain` is `register` as the first revision with forms has it. */
export const forms: Readonly<Record<'register' | 'registerPlain' | 'choose' | 'answer', JsonObject>> = JSON.parse(
  readFileSync(new URL('./programs/forms.json', import.meta.url), 'utf8'),
)
