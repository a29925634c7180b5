import type { Verb } from '../command-line/verb.js'
import { checkingVerbs } from './checking-verbs.js'
import { recordingVerbs } from './recording-verbs.js'
import { serverVerbs } from './server-verbs.js'
import { servingVerbs } from './serving-verbs.js'
import { settingsVerbs } from './settings-verbs.js'

/** All verbs, in the order of the help page. */
export const verbs: readonly Verb[] = [
  ...serverVerbs,
  ...servingVerbs,
  ...checkingVerbs,
  ...recordingVerbs,
  ...settingsVerbs,
]
