import { type ChildProcess, spawn } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'

/** A program of these tests that runs. It is killed when its test ends, unless it is shared. */
export interface Running {
  readonly pid: number
  /** Resolves when it is gone, with what it ended by. */
  readonly ended: Promise<string>
  /** The first line of its stdout, or of its stderr, that begins with `start`, seen already or to come. Rejects when it ends before. */
  line(start: string): Promise<string>
  kill(signal?: NodeJS.Signals): Promise<string>
}

/** Where a program is. */
export function pathOf(name: string): string {
  return fileURLToPath(new URL(`./programs/${name}.mjs`, import.meta.url))
}

/** How to run a program. */
export interface RunOptions {
  /** Of Node itself. */
  readonly flags?: readonly string[]
  /** It serves several tests: whoever starts it kills it. Default: false. */
  readonly isShared?: boolean
}

/** Starts a program with Node. */
export function run(name: string, args: readonly string[] = [], options: RunOptions = {}): Running {
  const { flags = [], isShared = false } = options
  const child = spawn(process.execPath, [...flags, pathOf(name), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const { pid } = child
  if (pid === undefined) throw new Error(`${name} did not start`)
  const lines = new Lines()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => lines.add(line))
  }
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child)
      lines.end()
      resolve(signal ?? `code ${code}`)
    })
  })
  if (!isShared) running.set(child, ended)
  const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    return ended
  }
  return { pid, ended, kill, line: (start) => lines.find(start) }
}

/** Starts a program that says where it serves HTTP. */
export async function runHttp(server: object = {}, options: RunOptions = {}) {
  const running = run('served', ['http', JSON.stringify(server)], options)
  const url = await running.line('http:')
  return { ...running, url, port: Number(new URL(url).port) }
}

class Lines {
  readonly #lines: string[] = []
  readonly #waiting = new Set<() => void>()
  #isOver = false

  add(line: string): void {
    this.#lines.push(line)
    for (const look of [...this.#waiting]) look()
  }

  end(): void {
    this.#isOver = true
    for (const look of [...this.#waiting]) look()
  }

  /** Takes it: the next one that asks gets the next one. */
  find(start: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const at = this.#lines.findIndex((line) => line.startsWith(start))
        const [line] = at === -1 ? [] : this.#lines.splice(at, 1)
        if (line === undefined && !this.#isOver) return
        this.#waiting.delete(look)
        if (line === undefined) reject(new Error(`it ended without "${start}", after:\n${this.#lines.join('\n')}`))
        else resolve(line)
      }
      this.#waiting.add(look)
      look()
    })
  }
}

const running = new Map<ChildProcess, Promise<string>>()

afterEach(async () => {
  for (const child of running.keys()) child.kill('SIGKILL')
  await Promise.all(running.values())
})
