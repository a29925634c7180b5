import { authValues } from '../../../client/auth/auth-values.js'
import { checkAddress } from '../../../client/connect/targets/check-address.js'
import { memberWithNul } from '../../../client/connect/targets/member-with-nul.js'
import type { Command } from '../../../client/connect/targets/target.js'
import { assertTargetMembers, targetForms } from '../../../client/connect/targets/target-members.js'
import {
  booleanValue,
  listOf,
  objectValue,
  positiveMilliseconds,
  revisionValue,
  stringList,
  stringValue,
} from '../../../protocol/options/option-checks.js'
import { isObject } from '../../../values/json/is-object.js'
import { type Check, checkOptions, mustBe, type OptionChecks } from '../../../values/options/check-options.js'
import type { ConfigSource, ConfigVariable, ServerSettings, ToolFilter } from './server-settings.js'
import { toSettings } from './to-settings.js'

/**
 * Checks that a target is of exactly one kind, so that what is shown is what is started. It does not try to connect.
 *
 * @throws TypeError naming the member and what it must be.
 */
const targetValue: Check = (path, value) => {
  if (value === undefined) return
  if (typeof value === 'string' || value instanceof URL) return void checkAddress({ url: value }, path)
  if (typeof value !== 'object' || value === null) throw mustBe(path, targetForms, value)
  const { serve, command, args, env, cwd, url, headers, readable } = value as { readonly [name: string]: unknown }
  if (typeof serve === 'function') return
  const kinds = ['command', 'url', 'readable'].filter((name) => name in value)
  if (kinds.length <= 1) assertTargetMembers(path, value)
  if (kinds.length !== 1) throw mustBe(path, targetForms, kinds.length === 0 ? value : kinds.join(' and '))
  if ('url' in value) return void checkAddress({ url, headers: headers ?? {} }, path)
  if ('command' in value && (typeof command !== 'string' || command === ''))
    throw mustBe(`${path}.command`, 'a string that is not empty', command)
  if ('readable' in value && !isObject(readable)) throw mustBe(`${path}.readable`, 'a stream', readable)
  // Arguments, variables and headers may be secrets, so messages do not repeat them.
  if (args !== undefined && !(Array.isArray(args) && args.every(isString))) {
    throw new TypeError(`${path}.args must be an array of strings`)
  }
  if (env !== undefined && !isStringRecord(env)) throw new TypeError(`${path}.env must be an object of strings`)
  if (cwd !== undefined && typeof cwd !== 'string') throw mustBe(`${path}.cwd`, 'a string', cwd)
  if ('command' in value) assertNoNul(path, value as Command)
}

function assertNoNul(path: string, command: Command): void {
  const member = memberWithNul(command)
  if (member !== undefined) throw new TypeError(`${path}.${member} must not hold a NUL character`)
}

function isString(value: unknown): boolean {
  return typeof value === 'string'
}

function isStringRecord(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((member) => member === undefined || isString(member))
}

/** Checks a target or the settings of a server. @throws TypeError naming the member and what it must be. */
export const settingsValue: Check = (path, value) => {
  checkOptions(path, toSettings(path, value as ServerSettings), checks)
}

const filter: Check = (path, value) => void checkOptions(path, value as object, filterChecks)
const source: Check = (path, value) => void checkOptions(path, value as object, sourceChecks)
const variable: Check = (path, value) => void checkOptions(path, value as object, variableChecks)
const anything: Check = () => {}

const filterChecks: OptionChecks<ToolFilter> = { allow: stringList, block: stringList }

const sourceChecks: OptionChecks<Partial<ConfigSource>> = {
  file: stringValue,
  line: anything,
  field: stringValue,
}

const variableChecks: OptionChecks<Partial<ConfigVariable>> = {
  name: stringValue,
  field: stringValue,
  secret: secretValue,
}

/** The message does not repeat the value. */
function secretValue(path: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'string') throw new TypeError(`${path} must be a string`)
}

const checks: OptionChecks<ServerSettings> = {
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
  variables: listOf('an array of variables', variable),
  extra: objectValue,
}
