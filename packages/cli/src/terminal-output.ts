import process from 'node:process'
import { Writable } from 'node:stream'

/** The terminal behind stdout, of its size where that is known, written to with `write`: stdout itself may have been turned away from it. */
export class TerminalOutput extends Writable {
  readonly isTTY = true

  constructor(write: (bytes: Uint8Array, written: (error?: Error | null) => void) => void) {
    super({ write: (bytes, _encoding, written) => write(bytes, written) })
    process.stdout.on('resize', () => this.emit('resize'))
  }

  get columns(): number {
    return process.stdout.columns || 80
  }

  get rows(): number {
    return process.stdout.rows || 24
  }
}
