import { styleText } from 'node:util'
import type { RunOptions } from '../command-line/invocation.js'

/** Marks up text of this program; without colours it returns the text as it is. */
export interface Style {
  strong(text: string): string
  faint(text: string): string
  name(text: string): string
  good(text: string): string
  warning(text: string): string
  bad(text: string): string
}

/** Text for people: how wide it may be, and how it is marked up. */
export interface Page {
  readonly columns: number
  readonly style: Style
}

export interface ColorContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** True if the stream is a terminal. */
  readonly isTerminal: boolean
  readonly options: Pick<RunOptions, 'color'>
}

/** `--no-color` comes first, then FORCE_COLOR and NO_COLOR, then what the stream is. spec: no-color.org, force-color.org */
export function createStyle(context: ColorContext): Style {
  return hasColors(context) ? colors : plain
}

function hasColors({ env, isTerminal, options }: ColorContext): boolean {
  if (options.color === false) return false
  const { FORCE_COLOR: forced = '', NO_COLOR: refused = '', TERM: terminal } = env
  if (forced !== '') return forced !== '0' && forced !== 'false'
  return refused === '' && terminal !== 'dumb' && isTerminal
}

const colors: Style = {
  strong: (text) => paint('bold', text),
  faint: (text) => paint('dim', text),
  name: (text) => paint('cyan', text),
  good: (text) => paint('green', text),
  warning: (text) => paint('yellow', text),
  bad: (text) => paint('red', text),
}

/** Node looks at the variables and the stream by itself otherwise; the stream here may be another. */
function paint(format: 'bold' | 'dim' | 'cyan' | 'green' | 'yellow' | 'red', text: string): string {
  return styleText(format, text, { validateStream: false })
}

const same = (text: string) => text

export const plain: Style = { strong: same, faint: same, name: same, good: same, warning: same, bad: same }
