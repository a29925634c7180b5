import { initialize, initialized } from './messages.mjs'

const lineFeed = 0x0a

/** Talks to a program over its stdin and stdout: bytes that were made before, answers counted by their line ends. */
export class StdioDriver {
  #program
  #onChunk = () => {}

  constructor(program) {
    this.#program = program
    program.stdout.on('data', (chunk) => this.#onChunk(chunk))
  }

  /** Opens a connection of a revision that begins with `initialize`; a later one begins with any request. */
  async open(revision) {
    if (revision === '2026-07-28') return
    const [answer] = await this.converse([initialize(revision)])
    if (answer.result === undefined) throw new Error(`initialize was refused: ${JSON.stringify(answer)}`)
    this.#program.stdin.write(toLines([initialized]))
  }

  /** Sends requests and resolves with the parsed answers: for checking. */
  async converse(messages) {
    const chunks = []
    await this.#exchange(toLines(messages), messages.length, (chunk) => chunks.push(chunk))
    return Buffer.concat(chunks)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }

  /** Sends a block of `count` requests and resolves when as many lines came. */
  send(block, count) {
    return this.#exchange(block, count, () => {})
  }

  #exchange(block, count, onChunk) {
    let left = count
    const answered = new Promise((resolve) => {
      this.#onChunk = (chunk) => {
        onChunk(chunk)
        left -= lineEnds(chunk)
        if (left <= 0) resolve()
      }
    })
    this.#program.stdin.write(block)
    return this.#program.orFailure(answered)
  }
}

/** Messages as the bytes of their lines. */
export function toLines(messages) {
  return Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
}

function lineEnds(chunk) {
  let count = 0
  for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) count += 1
  return count
}
