/**
 * How a server comes to be, as far as it can be shown and compared: the names of variables and headers, and their values only
 * where a variable decides which code is run.
 */
export type Launch =
  | {
      readonly type: 'command'
      readonly command: string
      readonly args: readonly string[]
      readonly env: readonly string[]
      /** The values of those in `env` that can make it run other code than the command names: `NODE_OPTIONS`. */
      readonly loaders?: Readonly<Record<string, string>> | undefined
      readonly cwd?: string | undefined
    }
  | { readonly type: 'url'; readonly url: string; readonly headers: readonly string[] }
  /** In this process, or over streams of the program's own. */
  | { readonly type: 'program' }
