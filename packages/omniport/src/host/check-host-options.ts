import type { AuthOptions } from '../auth/client/auth-options.js'
import { authValues } from '../client/auth/auth-values.js'
import { rootList } from '../client/input/roots.js'
import {
  booleanValue,
  functionValue,
  listOf,
  objectsByName,
  objectValue,
  oneOf,
  positiveCount,
  positiveMilliseconds,
  stringValue,
} from '../protocol/options/option-checks.js'
import { type Check, checkOptions, mustBe, type OptionChecks, required } from '../values/options/check-options.js'
import type { HostOptions } from './host-options.js'
import { settingsValue } from './servers/settings/settings-value.js'

export const sampleBudgetValue: Check = (path, value) => {
  objectValue(path, value)
  for (const [name, limit] of Object.entries(value as object)) {
    if (!names.has(name)) throw mustBe(path, `an object with only ${[...names].join(', ')}`, name)
    if (limit !== undefined) positiveCount(`${path}.${name}`, limit)
  }
}

const names: ReadonlySet<string> = new Set(['requestsPerMinute', 'maxTokens', 'totalTokens'])

/** Checks the options of `createHost`. @throws TypeError naming the option and what it must be. */
export function checkHostOptions(options: HostOptions): HostOptions {
  return checkOptions({ name: 'createHost', foreignNames }, options, checks)
}

/** Checks servers by name. @throws TypeError naming the server. */
export const serversValue: Check = (path, value) => {
  objectValue(path, value)
  const entries = Object.entries(value as HostOptions['servers'])
  if (entries.length > maxServers) throw mustBe(path, `at most ${maxServers} servers`, entries.length)
  for (const [name, server] of entries) settingsValue(`${path}.${name}`, server)
}

/** Checks the host's `auth`. A token is rejected, because every server would receive it. */
const auth: Check = (path, value) => {
  if (typeof value === 'function') return
  authValues(path, value)
  if ((value as AuthOptions).token !== undefined) {
    throw new TypeError(`${path}.token would be sent to all servers: give it in the settings of one server`)
  }
}

function objectWith(...methods: readonly string[]): Check {
  return (path, value) => {
    objectValue(path, value)
    for (const method of methods) functionValue(`${path}.${method}`, (value as Record<string, unknown>)[method])
  }
}

const foreignNames = {
  mcpServers: 'use "servers", or createHost({ ...(await loadConfig(file)) }) for a file that has them',
}

const checks: OptionChecks<HostOptions> = {
  servers: required(serversValue),
  auth,
  apps: booleanValue,
  problems: listOf('an array of problems', objectValue),
  name: stringValue,
  version: stringValue,
  timeoutMs: positiveMilliseconds,
  maxTimeoutMs: positiveMilliseconds,
  limits: objectValue,
  runtime: objectValue,
  fetch: functionValue,
  experimental: objectsByName,
  extensions: objectValue,
  policy: functionValue,
  ask: functionValue,
  decisions: objectWith('list', 'put', 'delete'),
  audit: objectWith('append'),
  lock: objectWith('read', 'write'),
  onChangedTool: oneOf('block', 'allow'),
  onChangedSkill: oneOf('ask', 'block'),
  elicit: functionValue,
  elicitUrl: functionValue,
  sample: functionValue,
  sampleBudget: sampleBudgetValue,
  roots: rootList,
  rootExists: functionValue,
  toolName: functionValue,
  healthMs: positiveMilliseconds,
  refreshMs: positiveMilliseconds,
  intercept: functionValue,
  onError: functionValue,
}

const maxServers = 1_000
