// Streams as the types of later releases of Node declare them: events by name, and any other with any arguments.
import process from 'node:process'
import { PassThrough } from 'node:stream'
import { createServer } from 'omniport'
import { serveStdio } from 'omniport/stdio'

interface Events {
  readonly data: [chunk: string | Uint8Array]
  readonly end: []
}

interface Emitter {
  on<E extends keyof Events>(eventName: E, listener: (...args: Events[E]) => void): this
  // biome-ignore lint/suspicious/noExplicitAny: so it is declared there
  on(eventName: string | symbol, listener: (...args: any[]) => void): this
}

interface Input extends Emitter {
  pause(): this
  resume(): this
}

interface Output extends Emitter {
  write(chunk: string | Uint8Array, callback?: (error: Error | null | undefined) => void): boolean
}

declare const input: Input
declare const output: Output
const server = createServer({ name: 'a', version: '1' })

await serveStdio(server, { input, output })
await serveStdio(server, { input: process.stdin, output: process.stdout })
await serveStdio(server, { input: new PassThrough(), output: new PassThrough() })
