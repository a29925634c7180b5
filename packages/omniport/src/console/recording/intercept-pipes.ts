import type { InterceptedProgram, PipeInterceptor } from '../../entries/client.js'
import type { Recorder } from '../../entries/protocol.js'
import { FaultQueue } from './fault-queue.js'
import type { FaultSwitches } from './fault-switches.js'
import { isObject } from './read-message.js'

/** Records the pipes of a program as they are used, and applies the faults to what passes. */
export function interceptPipes(
  program: InterceptedProgram,
  { recorder, faults }: { readonly recorder: Recorder; readonly faults: FaultSwitches },
): PipeInterceptor {
  const recording = recorder.pipe()
  const toServer = new FaultQueue(faults, false)
  const toClient = new FaultQueue(faults, true)
  const lines = new Lines()
  const deliver = (line: Uint8Array, pass: (bytes: Uint8Array) => void) => {
    toClient.push(line.length, () => {
      pass(line)
      if (faults.current.duplicate && isRepeatable(line)) pass(line)
      if (faults.countMessage()) program.cut()
    })
    if (toClient.isFull) program.cut()
  }
  return {
    fromClient(bytes, pass) {
      recording.fromClient(bytes)
      toServer.push(bytes.length, () => pass(bytes))
    },
    fromServer(bytes, pass) {
      recording.fromServer(bytes)
      for (const line of lines.push(bytes)) deliver(line, pass)
    },
    endServer(pass) {
      recording.endServer()
      toClient.push(0, pass)
    },
    stderr: (bytes) => recording.stderr(bytes),
    endClient: () => recording.endClient(),
    exit: (end) => recording.exit(end),
  }
}

/** Requests of a server are not repeated: each id is used once. */
function isRepeatable(line: Uint8Array): boolean {
  try {
    const message: unknown = JSON.parse(Buffer.from(line).toString())
    return isObject(message) && !(message['id'] !== undefined && message['method'] !== undefined)
  } catch {
    return false
  }
}

/** Splits bytes into lines. A line that is too long to wait for comes in pieces. */
class Lines {
  #pieces: Uint8Array[] = []
  #bytes = 0

  push(bytes: Uint8Array): readonly Uint8Array[] {
    const found: Uint8Array[] = []
    let start = 0
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      found.push(this.#take(bytes.subarray(start, end + 1)))
      start = end + 1
    }
    if (start === bytes.length) return found
    this.#pieces.push(bytes.subarray(start))
    this.#bytes += bytes.length - start
    if (this.#bytes > maxLineBytes) found.push(this.#take(new Uint8Array()))
    return found
  }

  #take(last: Uint8Array): Uint8Array {
    const line = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last])
    this.#pieces = []
    this.#bytes = 0
    return line
  }
}

const lineFeed = 0x0a
const maxLineBytes = 1_048_576
