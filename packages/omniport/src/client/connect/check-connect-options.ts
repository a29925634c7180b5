import {
  booleanValue,
  functionValue,
  objectsByName,
  objectValue,
  positiveMilliseconds,
  revisionValue,
  stringValue,
} from '../../protocol/options/option-checks.js'
import { type Check, checkOptions, mustBe, type OptionChecks } from '../../values/options/check-options.js'
import type { ConnectOptions } from '../connect-options.js'
import { extensionValues } from '../extensions/extension-values.js'
import { rootsValue } from '../input/roots.js'

/** Limits are checked where they are used, and `auth` by `checkAuth`. @throws TypeError naming the option and what it must be. */
export function checkConnectOptions(options: ConnectOptions): ConnectOptions {
  return checkOptions('connect', options, checks)
}

/** Few clients need it, so the check is loaded with the first. Rejects with a TypeError that names the member. */
export async function checkAuth({ auth }: ConnectOptions): Promise<void> {
  if (auth === undefined) return
  const { authValues } = await import('../auth/auth-values.js')
  authValues('connect: auth', auth)
}

const signal: Check = (path, value) => {
  if (!(value instanceof AbortSignal)) throw mustBe(path, 'an AbortSignal', value)
}

const checks: OptionChecks<ConnectOptions> = {
  name: stringValue,
  version: stringValue,
  revision: revisionValue,
  timeoutMs: positiveMilliseconds,
  maxTimeoutMs: positiveMilliseconds,
  pingMs: positiveMilliseconds,
  signal,
  limits: objectValue,
  runtime: objectValue,
  wire: booleanValue,
  elicit: functionValue,
  elicitUrl: functionValue,
  sample: functionValue,
  roots: rootsValue,
  autoAnswer: booleanValue,
  autoRefresh: booleanValue,
  tasks: booleanValue,
  experimental: objectsByName,
  extensions: extensionValues,
  onLog: functionValue,
  onStderr: functionValue,
  onError: functionValue,
  onLost: functionValue,
  onReconnect: functionValue,
  onClose: functionValue,
  fetch: functionValue,
  auth: objectValue,
}
