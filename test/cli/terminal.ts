import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const maker = 'script'

/** Whether this machine has `script` of util-linux, which makes a terminal for a program. */
export const hasTerminals: boolean =
  spawnSync(maker, ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true

const giveUpMs = 15_000

/** A program at a terminal of 100 columns, and whoever sits there. */
export class TerminalProgram {
  readonly #child: ChildProcess
  readonly #ended: Promise<number | null>
  #written = ''
  #seen = 0
  #onOutput = () => {}

  constructor(argv: readonly string[], env: Readonly<Record<string, string>>) {
    const line = argv.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
    const { CI: _ci, NO_COLOR: _noColor, ...inherited } = process.env
    const command = `stty cols 100 rows 40; exec ${line}`
    this.#child = spawn(maker, ['-qec', command, '/dev/null'], { env: { ...inherited, TERM: 'xterm', ...env } })
    this.#ended = new Promise((resolve) => this.#child.once('close', resolve))
    this.#child.stdout?.on('data', (bytes) => {
      this.#written += String(bytes)
      this.#onOutput()
    })
  }

  /** All that was written, without what only steers the terminal. */
  get text(): string {
    return stripVTControlCharacters(this.#written)
  }

  /** Waits until something is shown that was not there at the last call, and presses keys then. */
  async at(shown: string, ...keys: readonly string[]): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        const at = this.text.indexOf(shown, this.#seen)
        if (at === -1) return false
        this.#seen = at + shown.length
        resolve()
        return true
      }
      const fail = (why: string) => reject(new Error(`${why} "${shown}":\n${this.text.slice(-2_000)}`))
      const giveUp = setTimeout(fail, giveUpMs, 'There is no')
      this.#ended.then(() => fail('It ended before there was'), reject)
      this.#onOutput = () => {
        if (look()) clearTimeout(giveUp)
      }
      this.#onOutput()
    })
    for (const key of keys) {
      await new Promise(setImmediate)
      this.#child.stdin?.write(key)
    }
  }

  /** Sends the program itself a signal, and not the terminal that was made for it. */
  signal(name: NodeJS.Signals): void {
    const { pid } = this.#child
    const [program = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    process.kill(Number(program), name)
  }

  /** The exit code. */
  ended(): Promise<number | null> {
    return this.#ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}
