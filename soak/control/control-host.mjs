import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Hears what the processes of a soak report. Whoever opened it closes it. */
export class ControlHost {
  /** By name: `{ pid, samples, isOver, send }` in the order in which they came. */
  processes = new Map()
  /** How often what happened that was not expected, by its text. */
  errors = new Map()
  /** How often what was done, by what. */
  done = {}
  address
  #folder = mkdtempSync(join(tmpdir(), 'omniport-soak-'))
  #server = createServer((socket) => this.#accept(socket))
  #waiting = new Set()

  static async open() {
    const host = new ControlHost()
    host.address = join(host.#folder, 'control')
    await new Promise((resolve) => host.#server.listen(host.address, resolve))
    return host
  }

  fail(text) {
    this.errors.set(text, (this.errors.get(text) ?? 0) + 1)
  }

  /** Resolves with what `find` gives once it is there; undefined after `ms`. */
  until(find, ms) {
    return new Promise((resolve) => {
      const look = () => {
        const found = find()
        if (found !== undefined) settle(found)
      }
      const settle = (found) => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve(found)
      }
      const timer = setTimeout(settle, ms, undefined)
      this.#waiting.add(look)
      look()
    })
  }

  async close() {
    for (const { socket } of this.processes.values()) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
    rmSync(this.#folder, { recursive: true })
  }

  #accept(socket) {
    let member
    socket.on('error', () => {})
    socket.on('close', () => {
      if (member !== undefined) member.isGone = true
      this.#look()
    })
    createInterface(socket).on('line', (line) => {
      const { type, ...message } = JSON.parse(line)
      if (type === 'hello') {
        member = { ...message, samples: [], isOver: false, isGone: false, socket }
        this.processes.set(message.name, member)
      } else if (type === 'sample') member.samples.push(message.sample)
      else if (type === 'ended') member.isOver = true
      else if (type === 'left') member.left = message.resources
      else if (type === 'error') this.fail(`${member.name}: ${message.text}`)
      else if (type === 'done') this.done = message.done
      else if (type === 'ready') member.ready = message
      this.#look()
    })
  }

  #look() {
    for (const look of [...this.#waiting]) look()
  }
}
