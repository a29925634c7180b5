import type { Launch } from '../../servers/settings/launch.js'

/** A command, split into the parts that warnings look at. */
export interface LaunchWords {
  readonly launch: Extract<Launch, { readonly type: 'command' }>
  /** The name of the program, as `programOf` returns it. */
  readonly program: string
  readonly args: readonly string[]
  /** All words, including those that a shell would find inside arguments; scoped packages are left out. */
  readonly words: readonly string[]
}

export function toLaunchWords(launch: LaunchWords['launch']): LaunchWords {
  const { command, args } = launch
  const words = [command, ...args].flatMap((text) => text.split(/[\s;&|()<>`"'$={}]+/))
  return { launch, program: programOf(command), args, words: words.filter((word) => /^[^@]/.test(word)) }
}

/** Returns the name of a program without folder and extension, in lower case: `npx` for `C:\bin\NPX.cmd`. */
export function programOf(word: string): string {
  const file = word.split(/[/\\]/).at(-1) ?? word
  return file.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1|sh)$/, '')
}
