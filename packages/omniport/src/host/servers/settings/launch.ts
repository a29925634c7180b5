import type { ConfigVariable } from './server-settings.js'

/**
 * The way a server is started or reached, in a form to show and compare: names of variables and headers, with values only for
 * variables that decide which code runs.
 */
export type Launch =
  | {
      readonly type: 'command'
      readonly command: string
      readonly args: readonly string[]
      readonly env: readonly string[]
      /** Values of the variables in `env` that decide which code runs, such as `NODE_OPTIONS`. */
      readonly loaders?: Readonly<Record<string, string>> | undefined
      readonly cwd?: string | undefined
      readonly variables?: readonly LaunchVariable[] | undefined
    }
  | {
      readonly type: 'url'
      readonly url: string
      readonly headers: readonly string[]
      readonly variables?: readonly LaunchVariable[] | undefined
    }
  /** A server in this process, or over streams that the program provides. */
  | { readonly type: 'program' }

/** A variable of the environment whose value the server gets, and the field that it is in. */
export type LaunchVariable = Pick<ConfigVariable, 'name' | 'field'>
