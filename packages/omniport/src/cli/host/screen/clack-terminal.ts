import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import {
  autocomplete,
  type CANCEL_SYMBOL,
  confirm,
  isCancel,
  log,
  multiline,
  multiselect,
  note,
  password,
  select,
  text,
} from '@clack/prompts'
import { formatLine } from '../../output/format-line.js'
import { formatText } from '../../output/format-text.js'
import { ProgressLine } from './progress-line.js'
import type { Choice, ConfirmPrompt, MultiselectPrompt, SelectPrompt, TextPrompt, Tone } from './prompts.js'
import type { ProgressDisplay, Terminal } from './terminal.js'
import { wrapMarked } from './wrap-marked.js'

export interface TerminalStreams {
  readonly input: Readable
  readonly output: Writable & { readonly columns?: number }
}

/** A terminal with `@clack/prompts`. All texts pass through `formatText` or `formatLine` here. */
export class ClackTerminal implements Terminal {
  readonly #streams: TerminalStreams

  constructor(streams: TerminalStreams) {
    this.#streams = streams
    // The first interface decides for the process how long Esc, which may begin another key, is delayed.
    createInterface({ input: streams.input, escapeCodeTimeout: 50 }).close()
  }

  async select<T>({ message, options, initial, signal }: SelectPrompt<T>): Promise<T | undefined> {
    const at = options.findIndex(({ value }) => value === initial)
    const clackOptions = {
      options: toOptions(options),
      initialValue: Math.max(at, 0),
      maxItems: mostShown,
      ...this.#streams,
    }
    const chosen = await this.#open(signal, () =>
      options.length > mostListed
        ? autocomplete({ ...clackOptions, message: guided(message) })
        : select({ ...clackOptions, message: formatText(message) }),
    )
    return chosen === undefined ? undefined : options[chosen]?.value
  }

  async multiselect<T>(promptOptions: MultiselectPrompt<T>): Promise<readonly T[] | undefined> {
    const { message, options, initial = [], signal } = promptOptions
    const chosen = await this.#open(signal, () => {
      const initialValues = initial.map((value) => options.findIndex((option) => option.value === value))
      const clackOptions = { message: formatText(message), options: toOptions(options), initialValues, required: false }
      return multiselect({ ...clackOptions, maxItems: mostShown, ...this.#streams })
    })
    return chosen && options.filter((_option, at) => chosen.includes(at)).map(({ value }) => value)
  }

  text(promptOptions: TextPrompt): Promise<string | undefined> {
    const { message, initial = '', placeholder, isLong = false, isSecret = false, check, signal } = promptOptions
    const clackOptions = {
      message: guided(isLong ? `${message}\n(an empty line ends it)` : message),
      validate: (typed = '') => {
        const problem = check?.(typed)
        return problem === undefined ? undefined : formatLine(problem)
      },
      ...this.#streams,
    }
    if (isSecret) return this.#open(signal, () => password(clackOptions))
    const initialValue = typeable(initial, isLong)
    const hint = placeholder === undefined ? {} : { placeholder: formatLine(placeholder) }
    return this.#open(signal, () =>
      (isLong ? multiline : text)({ ...clackOptions, initialValue, ...hint, defaultValue: '' }),
    )
  }

  confirm({ message, initial = true, signal }: ConfirmPrompt): Promise<boolean | undefined> {
    return this.#open(signal, () => confirm({ message: formatText(message), initialValue: initial, ...this.#streams }))
  }

  async note(title: string, text: string): Promise<void> {
    const { output } = this.#streams
    const { columns = 80 } = output
    note(wrapMarked(formatText(text), columns - frameWidth), formatLine(title), { output, format: (line) => line })
  }

  async print(tone: Tone, text: string): Promise<void> {
    const { output } = this.#streams
    const lines = formatText(text)
    if (tone === 'plain') log.message(lines, { output })
    else if (tone === 'good') log.success(lines, { output })
    else if (tone === 'warning') log.warn(lines, { output })
    else log.error(lines, { output })
  }

  showProgress(message: string, onLeave: () => void): ProgressDisplay {
    const line = new ProgressLine({ ...this.#streams, message, onLeave })
    line.show()
    return line
  }

  /** An abort also presses Esc, so that the prompt is drawn as left. */
  async #open<T>(
    signal: AbortSignal | undefined,
    prompt: () => Promise<T | typeof CANCEL_SYMBOL>,
  ): Promise<T | undefined> {
    const { input } = this.#streams
    signal?.throwIfAborted()
    if (input.readableEnded || input.destroyed) return undefined
    const leave = () => void input.emit('keypress', undefined, { name: 'escape', sequence: '\u001b' })
    const onKey = (_typed: unknown, key?: { readonly ctrl?: boolean; readonly name?: string }) => {
      if (key?.ctrl === true && key.name === 'd') leave()
    }
    const answering = prompt()
    signal?.addEventListener('abort', leave)
    input.on('end', leave).on('keypress', onKey)
    try {
      const answer = await answering
      if (!isCancel(answer)) return answer
      signal?.throwIfAborted()
      return undefined
    } finally {
      signal?.removeEventListener('abort', leave)
      input.off('end', leave).off('keypress', onKey)
    }
  }
}

/** The columns that the box of a note takes. */
const frameWidth = 6

const mostListed = 20

const mostShown = 15

function toOptions<T>(options: readonly Choice<T>[]) {
  return options.map(({ label, hint }, value) => ({
    value,
    label: formatLine(label),
    ...(hint !== undefined && { hint: formatLine(hint) }),
  }))
}

/** Continues the frame on further lines, for prompts that do not. */
function guided(message: string): string {
  return formatText(message).replaceAll('\n', '\n│  ')
}

/** Initial text acts as pressed keys, so control characters are removed, and with them what cannot be seen. */
function typeable(text: string, isLong: boolean): string {
  const lines = text
    .split(/\r\n|\n/)
    .map((line) => line.replace(/[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu, ''))
  return lines.join(isLong ? '\n' : ' ')
}
