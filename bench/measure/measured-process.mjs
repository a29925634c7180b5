import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = new URL('..', import.meta.url)
const probe = fileURLToPath(new URL('probe.cjs', import.meta.url))

/** A program under test. It is asked for its CPU time and memory over a channel that is no part of its protocol. */
export class MeasuredProcess {
  static #running = new Set()
  static #folder = here

  /** Runs `work` with programs of the `bench` folder of another checkout, which has been built; without one, of this. */
  static async within(checkout, work) {
    const before = MeasuredProcess.#folder
    MeasuredProcess.#folder = checkout === undefined ? here : new URL('bench/', pathToFileURL(`${resolve(checkout)}/`))
    try {
      return await work()
    } finally {
      MeasuredProcess.#folder = before
    }
  }

  /** Ends all that still run: those of contenders that failed before they were ready. */
  static async endAll() {
    await Promise.all([...MeasuredProcess.#running].map((program) => program.end()))
  }

  #child
  #stderr = ''
  #exited
  #failure
  #waiting = new Set()

  /** Starts a program of this folder: `servers/raw-stdio.mjs`. Whoever starts it ends it. */
  constructor(program, args = [], { exposeGc = false, flags = [] } = {}) {
    const path = fileURLToPath(new URL(program, MeasuredProcess.#folder))
    const gc = exposeGc ? ['--expose-gc'] : []
    const command = [...gc, ...flags, '--require', probe, path, ...args]
    this.#child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] })
    this.#child.stderr.on('data', (chunk) => {
      this.#stderr += chunk
    })
    MeasuredProcess.#running.add(this)
    this.#child.stdin.on('error', () => {})
    this.#exited = once(this.#child, 'exit').then(([code, signal]) => {
      this.#failure = new Error(`${program} ended with ${code ?? signal}: ${this.#stderr.slice(-2_000)}`)
      MeasuredProcess.#running.delete(this)
      for (const reject of this.#waiting) reject(this.#failure)
    })
  }

  get stdin() {
    return this.#child.stdin
  }

  get stdout() {
    return this.#child.stdout
  }

  /** Microseconds of CPU time so far, of all its threads. */
  cpu() {
    return this.ask('cpu', 'cpu')
  }

  /** Bytes: `rss`, and `heap` after a collection where that is exposed. */
  memory() {
    return this.ask('memory', 'memory')
  }

  /** Sends a question and resolves with the value of its answer. */
  ask(question, of) {
    const answered = this.received(of)
    this.notify(question)
    return this.orFailure(answered)
  }

  /** The value of the next message of a kind. */
  received(of) {
    return new Promise((resolve) => {
      const onMessage = (message) => {
        if (message.of !== of) return
        this.#child.off('message', onMessage)
        resolve(message.value)
      }
      this.#child.on('message', onMessage)
    })
  }

  notify(message) {
    this.#child.send(message, () => {}) // when it has ended, who waits for it is told so
  }

  /** What `promise` gives, unless the program ends before. */
  async orFailure(promise) {
    if (this.#failure !== undefined) throw this.#failure
    let onFailure
    const failed = new Promise((_, reject) => {
      onFailure = reject
    })
    this.#waiting.add(onFailure)
    try {
      return await Promise.race([promise, failed])
    } finally {
      this.#waiting.delete(onFailure)
    }
  }

  /** The first line of its stdout: the port of a server that listens. */
  async firstLine() {
    const [chunk] = await this.orFailure(once(this.stdout, 'data'))
    return String(chunk).trim()
  }

  async end() {
    this.#child.kill('SIGKILL')
    await this.#exited
  }
}
