// Public types describe the part of Node's streams that is used, so that they compile without Node's types.

/** A readable stream of Node: `process.stdin`, a socket, a `PassThrough`. */
export interface InputStream {
  on(event: string, listener: (...args: unknown[]) => void): unknown
  pause(): unknown
  resume(): unknown
}

/** A writable stream of Node: `process.stdout`, a socket, a `PassThrough`. */
export interface OutputStream {
  on(event: string, listener: (...args: unknown[]) => void): unknown
  write(chunk: string | Uint8Array): boolean
}
