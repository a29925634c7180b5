/** How a server comes to be, as far as it can be shown and compared: the names of variables and headers, never their values. */
export type Launch =
  | {
      readonly type: 'command'
      readonly command: string
      readonly args: readonly string[]
      readonly env: readonly string[]
      readonly cwd?: string | undefined
    }
  | { readonly type: 'url'; readonly url: string; readonly headers: readonly string[] }
  /** In this process, or over streams of the program's own. */
  | { readonly type: 'program' }
