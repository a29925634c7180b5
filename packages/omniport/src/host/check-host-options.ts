import type { AuthOptions } from '../auth/client/auth-options.js'
import { authValues } from '../client/auth/auth-values.js'
import { rootList } from '../client/input/roots.js'
import {
  functionValue,
  listOf,
  objectValue,
  oneOf,
  positiveCount,
  positiveMilliseconds,
  stringValue,
} from '../protocol/options/option-checks.js'
import { type Check, checkOptions, mustBe, type OptionChecks, required } from '../values/options/check-options.js'
import type { HostOptions } from './host-options.js'
import { settingsValue } from './servers/settings/settings-value.js'

/** A `SampleBudget`. */
export const sampleBudgetValue: Check = (path, value) => {
  objectValue(path, value)
  for (const [name, most] of Object.entries(value as object)) {
    if (!names.has(name)) throw mustBe(path, `made of ${[...names].join(', ')}`, name)
    if (most !== undefined) positiveCount(`${path}.${name}`, most)
  }
}

const names: ReadonlySet<string> = new Set(['requestsPerMinute', 'maxTokens', 'totalTokens'])

/** Checks the options of `createHost`. @throws TypeError naming the option and what it must be. */
export function checkHostOptions(options: HostOptions): HostOptions {
  return checkOptions('createHost', options, checks)
}

/** Servers by their names. @throws TypeError naming the server. */
export const serversValue: Check = (path, value) => {
  objectValue(path, value)
  const entries = Object.entries(value as HostOptions['servers'])
  if (entries.length > maxServers) throw mustBe(path, `${maxServers} servers at most`, entries.length)
  for (const [name, given] of entries) settingsValue(`${path}.${name}`, given)
}

/** What is for one server must not go to all. */
const auth: Check = (path, value) => {
  if (typeof value === 'function') return
  authValues(path, value)
  if ((value as AuthOptions).token !== undefined) {
    throw new TypeError(`${path}.token would go to all servers: give it in the settings of the one it is for`)
  }
}

function having(...methods: readonly string[]): Check {
  return (path, value) => {
    objectValue(path, value)
    for (const method of methods) functionValue(`${path}.${method}`, (value as Record<string, unknown>)[method])
  }
}

const checks: OptionChecks<HostOptions> = {
  servers: required(serversValue),
  auth,
  problems: listOf('an array of problems', objectValue),
  name: stringValue,
  version: stringValue,
  timeoutMs: positiveMilliseconds,
  maxTimeoutMs: positiveMilliseconds,
  limits: objectValue,
  runtime: objectValue,
  fetch: functionValue,
  extensions: objectValue,
  policy: functionValue,
  ask: functionValue,
  decisions: having('list', 'put', 'delete'),
  audit: having('append'),
  lock: having('read', 'write'),
  onChangedTool: oneOf('block', 'allow'),
  elicit: functionValue,
  elicitUrl: functionValue,
  sample: functionValue,
  sampleBudget: sampleBudgetValue,
  roots: rootList,
  toolName: functionValue,
  healthMs: positiveMilliseconds,
  refreshMs: positiveMilliseconds,
  onError: functionValue,
}

/** Servers of one host. */
const maxServers = 1_000
