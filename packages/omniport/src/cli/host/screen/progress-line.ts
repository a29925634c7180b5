import { emitKeypressEvents } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fitColumns } from '../../output/columns.js'
import { formatLine } from '../../output/format-line.js'
import type { Progress, ProgressDisplay } from './terminal.js'

export interface ProgressLineOptions {
  readonly input: Readable & { readonly setRawMode?: (isRaw: boolean) => unknown }
  readonly output: Writable & { readonly columns?: number }
  readonly message: string
  /** Called for Esc, Ctrl-C or Ctrl-D. */
  readonly onLeave: () => void
}

/** An animated line, with a bar if the total is known. */
export class ProgressLine implements ProgressDisplay {
  readonly #options: ProgressLineOptions
  #progress: Progress | undefined
  #turn = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: ProgressLineOptions) {
    this.#options = options
  }

  update(progress: Progress): void {
    this.#progress = progress
  }

  show(): void {
    if (this.#timer !== undefined) return
    const { input, output } = this.#options
    emitKeypressEvents(input)
    input.setRawMode?.(true)
    input.on('keypress', this.#onKey).resume()
    output.write(hideCursor)
    this.#draw()
    this.#timer = setInterval(() => this.#draw(), everyMs)
  }

  hide(): void {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    const { input, output } = this.#options
    input.off('keypress', this.#onKey).pause()
    input.setRawMode?.(false)
    output.write(`${startOfLine}${showCursor}`)
  }

  readonly #onKey = (_typed: unknown, key?: { readonly ctrl?: boolean; readonly name?: string }): void => {
    if (key?.name === 'escape' || (key?.ctrl === true && (key.name === 'c' || key.name === 'd')))
      this.#options.onLeave()
  }

  #draw(): void {
    const { output, message } = this.#options
    const { columns = 80 } = output
    this.#turn = (this.#turn + 1) % frames.length
    const line = `${frames[this.#turn]}  ${formatProgress(message, this.#progress)}`
    output.write(`${startOfLine}${fitColumns(line, columns - 1)}`)
  }
}

export function formatProgress(message: string, report: Progress | undefined): string {
  if (report === undefined) return `${formatLine(message)} (Esc cancels)`
  const { progress, total, message: more } = report
  const text = formatLine(more === undefined ? message : `${message}: ${more}`)
  if (total === undefined || total <= 0) return `${text} (${progress}; Esc cancels)`
  const share = Math.min(1, Math.max(0, progress / total))
  const full = Math.round(share * barWidth)
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.round(share * 100)} %  ${text} (Esc cancels)`
}

const frames = ['◒', '◐', '◓', '◑']
const everyMs = 80
const barWidth = 20

const startOfLine = '\r\u001b[2K'
const hideCursor = '\u001b[?25l'
const showCursor = '\u001b[?25h'
