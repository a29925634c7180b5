import { readFileSync } from 'node:fs'

/** The forms that servers put before a person, as the newest revision has them; `registerPlain` as the first with forms has it. */
export const forms = JSON.parse(readFileSync(new URL('forms.json', import.meta.url), 'utf8'))
