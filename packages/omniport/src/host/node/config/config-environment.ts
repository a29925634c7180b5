import { homedir } from 'node:os'
import { type PlatformPath, posix, resolve, win32 } from 'node:path'
import { functionValue, objectValue, stringList, stringValue } from '../../../protocol/options/option-checks.js'
import { checkOptions, type OptionChecks } from '../../../values/options/check-options.js'
import type { DiscoverConfigsOptions, LoadConfigOptions } from './config-options.js'

/** What config files are looked for and read with, with all defaults. */
export interface ConfigEnvironment extends LoadConfigOptions {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly workspaceFolder: string
  /** As the platform writes paths. */
  readonly path: PlatformPath
}

/** @throws TypeError for an option that is none. */
export function toConfigEnvironment(kind: string, options: LoadConfigOptions): ConfigEnvironment {
  const given = checkOptions(kind, options, checks)
  const { env = process.env, platform = process.platform } = given
  const isWindows = platform === 'win32'
  const path = isWindows ? win32 : posix
  const absolute = (folder: string) => (path.isAbsolute(folder) ? folder : resolve(folder))
  const cwd = absolute(given.cwd ?? process.cwd())
  const home = given.home ?? (env[isWindows ? 'USERPROFILE' : 'HOME'] || homedir())
  const workspaceFolder = absolute(given.workspaceFolder ?? cwd)
  return { ...given, cwd, home, env, platform, path, workspaceFolder }
}

const discoverChecks: OptionChecks<DiscoverConfigsOptions> = {
  cwd: stringValue,
  home: stringValue,
  env: objectValue,
  platform: stringValue,
}

const checks: OptionChecks<LoadConfigOptions> = {
  ...discoverChecks,
  workspaceFolder: stringValue,
  input: functionValue,
  needed: stringList,
}
