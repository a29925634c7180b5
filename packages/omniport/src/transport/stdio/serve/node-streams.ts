// Public types describe the part of Node's streams that is used, so that they compile without Node's types.

/** A readable stream of Node: `process.stdin`, a socket, a `PassThrough`. */
export interface InputStream {
  // biome-ignore lint/suspicious/noExplicitAny: Node's types of each release have it, and take nothing narrower
  on(event: string, listener: (...args: any[]) => void): unknown
  pause(): unknown
  resume(): unknown
}

/** A writable stream of Node: `process.stdout`, a socket, a `PassThrough`. */
export interface OutputStream {
  // biome-ignore lint/suspicious/noExplicitAny: Node's types of each release have it, and take nothing narrower
  on(event: string, listener: (...args: any[]) => void): unknown
  write(chunk: string | Uint8Array): boolean
}
