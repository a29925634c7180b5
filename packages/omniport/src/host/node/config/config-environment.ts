import { homedir } from 'node:os'
import { type PlatformPath, posix, resolve, win32 } from 'node:path'
import { functionValue, objectValue, stringList, stringValue } from '../../../protocol/options/option-checks.js'
import { checkOptions, type OptionChecks } from '../../../values/options/check-options.js'
import type { ConfigSearchOptions, LoadConfigOptions } from './config-options.js'

/** The options for finding and reading config files, with all defaults. */
export interface ConfigEnvironment extends LoadConfigOptions {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly workspaceFolder: string
  /** The path functions of `platform`. */
  readonly path: PlatformPath
}

/** @throws TypeError for an invalid or unknown option. */
export function toConfigEnvironment(kind: string, options: LoadConfigOptions): ConfigEnvironment {
  const checked = checkOptions(kind, options, checks)
  const { env = process.env, platform = process.platform } = checked
  const isWindows = platform === 'win32'
  const path = isWindows ? win32 : posix
  const absolute = (folder: string) => (path.isAbsolute(folder) ? folder : resolve(folder))
  const cwd = absolute(checked.cwd ?? process.cwd())
  const home = checked.home ?? (env[isWindows ? 'USERPROFILE' : 'HOME'] || homedir())
  const workspaceFolder = absolute(checked.workspaceFolder ?? cwd)
  return { ...checked, cwd, home, env, platform, path, workspaceFolder }
}

const searchChecks: OptionChecks<ConfigSearchOptions> = {
  cwd: stringValue,
  home: stringValue,
  env: objectValue,
  platform: stringValue,
}

const checks: OptionChecks<LoadConfigOptions> = {
  ...searchChecks,
  workspaceFolder: stringValue,
  input: functionValue,
  needed: stringList,
}
