import { authValues } from '../../client/auth/auth-values.js'
import { type Check, checkOptions } from '../../server/definitions/check-options.js'
import {
  booleanValue,
  objectValue,
  positiveMilliseconds,
  revisionValue,
  stringList,
  stringValue,
} from '../../server/definitions/option-checks.js'
import type { ConfigSource, ServerSettings, ToolFilter } from '../server-settings.js'
import { targetValue } from './target-value.js'
import { toSettings } from './to-settings.js'

/** A target, or settings of a server. @throws TypeError naming the member and what it must be. */
export const settingsValue: Check = (path, value) => {
  checkOptions(path, toSettings(path, value as ServerSettings), checks)
}

const filter: Check = (path, value) => void checkOptions(path, value as object, filterChecks)
const source: Check = (path, value) => void checkOptions(path, value as object, sourceChecks)
const anything: Check = () => {}

const filterChecks: { readonly [K in keyof Required<ToolFilter>]: Check } = { allow: stringList, block: stringList }

const sourceChecks: { readonly [K in keyof Required<ConfigSource>]: Check } = {
  file: stringValue,
  line: anything,
  field: stringValue,
}

const checks: { readonly [K in keyof Required<ServerSettings>]: Check } = {
  target: targetValue,
  problem: stringValue,
  isDisabled: booleanValue,
  description: stringValue,
  timeoutMs: positiveMilliseconds,
  maxTimeoutMs: positiveMilliseconds,
  tools: filter,
  revision: revisionValue,
  limits: objectValue,
  auth: authValues,
  source,
  extra: objectValue,
}
