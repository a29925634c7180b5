import {
  abortSignal,
  booleanValue,
  functionValue,
  objectsByName,
  objectValue,
  positiveMilliseconds,
  revisionValue,
  stringValue,
} from '../../protocol/options/option-checks.js'
import { checkOptions, type OptionChecks } from '../../values/options/check-options.js'
import type { ConnectOptions } from '../connect-options.js'
import { rootsValue } from '../input/roots.js'

/** Limits are checked where they are used, and `auth` and `extensions` by `checkRareOptions`. @throws TypeError naming the option and what it must be. */
export function checkConnectOptions(options: ConnectOptions): ConnectOptions {
  return checkOptions({ name: 'connect', foreignNames }, options, checks)
}

/** Few clients need these, so their checks are loaded with the first. Rejects with a TypeError that names the member. */
export async function checkRareOptions({ auth, extensions }: ConnectOptions): Promise<void> {
  if (auth !== undefined) (await import('../auth/auth-values.js')).authValues('connect: auth', auth)
  if (extensions === undefined) return
  const { extensionValues } = await import('../extensions/extension-values.js')
  extensionValues('connect: extensions', extensions)
}

const foreignNames = {
  headers: 'it belongs to the target: connect({ url, headers })',
  requestInit: 'its headers belong to the target: connect({ url, headers })',
  authProvider: 'use "auth"',
  capabilities: 'give "elicit", "sample" or "roots"; the capability follows',
}

const checks: OptionChecks<ConnectOptions> = {
  name: stringValue,
  version: stringValue,
  revision: revisionValue,
  timeoutMs: positiveMilliseconds,
  maxTimeoutMs: positiveMilliseconds,
  pingMs: positiveMilliseconds,
  signal: abortSignal,
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
  apps: booleanValue,
  experimental: objectsByName,
  extensions: objectValue,
  onLog: functionValue,
  onStderr: functionValue,
  onError: functionValue,
  onLost: functionValue,
  onReconnect: functionValue,
  onClose: functionValue,
  fetch: functionValue,
  auth: objectValue,
  intercept: objectValue,
}
