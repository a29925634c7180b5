import { authValues } from '../../client/auth/auth-values.js'
import { isRevision, revisions } from '../../protocol/revision.js'
import { type Check, checkOptions, mustBe } from '../../server/definitions/check-options.js'
import { booleanValue, milliseconds, objectValue, text, texts } from '../../server/definitions/option-checks.js'
import type { ConfigSource, ServerSettings, ToolFilter } from '../server-settings.js'
import { targetValue } from './target-value.js'
import { toSettings } from './to-settings.js'

/** A target, or settings of a server. @throws TypeError naming the member and what it must be. */
export const settingsValue: Check = (path, value) => {
  checkOptions(path, toSettings(path, value as ServerSettings), checks)
}

const revision: Check = (path, value) => {
  if (!isRevision(value)) throw mustBe(path, `one of ${revisions.join(', ')}`, value)
}

const wait: Check = (path, value) => {
  milliseconds(path, value)
  if (value === 0) throw mustBe(path, 'longer than 0 ms', value)
}

const filter: Check = (path, value) => void checkOptions(path, value as object, filterChecks)
const source: Check = (path, value) => void checkOptions(path, value as object, sourceChecks)
const anything: Check = () => {}

const filterChecks: { readonly [K in keyof Required<ToolFilter>]: Check } = { allow: texts, block: texts }

const sourceChecks: { readonly [K in keyof Required<ConfigSource>]: Check } = {
  file: text,
  line: anything,
  field: text,
}

const checks: { readonly [K in keyof Required<ServerSettings>]: Check } = {
  target: targetValue,
  problem: text,
  isDisabled: booleanValue,
  description: text,
  timeoutMs: wait,
  maxTimeoutMs: wait,
  tools: filter,
  revision,
  limits: objectValue,
  auth: authValues,
  source,
  extra: objectValue,
}
