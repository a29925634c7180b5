import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** How a server is run for hostile loads: with a heap as small containers have it. */
const flags = ['--max-old-space-size=512', '--expose-gc']

/** The part of its stderr that is kept. */
const keptLength = 4_000

/**
 * A server of its own process. Whoever started it stops it.
 *
 * @typedef {{ calls: number, handlers: number, mostHandlers: number, sockets: number, used: number }} Running what runs in
 *   it, and the bytes that it uses, garbage included
 * @typedef {{ heap: number, rss: number }} Memory bytes, after a collection
 */
export class AttackedServer {
  url = ''
  /** Set when it ended by itself, to why. */
  ended
  #child
  #stderr = ''
  #asked = Promise.resolve()
  #onAnswer = () => {}

  /** `limits` replace the defaults. */
  static async start(limits = {}) {
    const server = new AttackedServer()
    await server.#start(limits)
    return server
  }

  async #start(limits) {
    const path = fileURLToPath(new URL('server.mjs', import.meta.url))
    this.#child = fork(path, [JSON.stringify(limits)], { execArgv: flags, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    this.#child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#stderr = (this.#stderr + text).slice(-keptLength)
    })
    this.#child.once('exit', (code, signal) => {
      this.ended = `the server ended with ${signal ?? code}: ${this.#stderr}`
      this.#onAnswer(undefined)
    })
    this.#child.on('error', () => {})
    this.#child.on('message', (answer) => this.#onAnswer(answer))
    const started = await new Promise((resolve) => {
      this.#onAnswer = resolve
    })
    if (started === undefined) throw new Error(this.ended)
    this.url = started.url
  }

  get port() {
    return Number(new URL(this.url).port)
  }

  /** @returns {Promise<Running | undefined>} undefined once it has ended */
  running() {
    return this.#ask('running')
  }

  /** @returns {Promise<Memory | undefined>} */
  memory() {
    return this.#ask('memory')
  }

  /** Resolves when `isSo`, at most after `ms`. */
  async until(isSo, ms = 3_000) {
    const deadline = performance.now() + ms
    let running = await this.running()
    while (running !== undefined && !isSo(running) && performance.now() < deadline) {
      await wait(50)
      running = await this.running()
    }
    return running
  }

  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }

  /** One question after another: the answers have no names. */
  #ask(question) {
    const answer = this.#asked.then(
      () =>
        new Promise((resolve) => {
          this.#onAnswer = resolve
          if (this.ended === undefined) this.#child.send(question, () => {})
          else resolve(undefined)
        }),
    )
    this.#asked = answer
    return answer
  }
}
