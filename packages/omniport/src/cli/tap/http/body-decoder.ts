import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** Undoes the content encoding of a body, for those who read along. */
export interface BodyDecoder {
  /** Resolves when the next piece may come. */
  push(bytes: Uint8Array): Promise<void>
  /** Resolves when all was decoded. */
  end(): Promise<void>
}

/** Creates the decoder of a body. A body in an unknown encoding gives nothing, and a broken one ends where it breaks. */
export function createBodyDecoder(encoding: string | undefined, sink: (bytes: Uint8Array) => void): BodyDecoder {
  const name = encoding?.trim().toLowerCase()
  if (name === undefined || name === '' || name === 'identity') {
    return { push: async (bytes) => sink(bytes), end: async () => {} }
  }
  const create = decoders.get(name)
  if (create === undefined) return { push: async () => {}, end: async () => {} }
  const stream = create()
  let isBroken = false
  const ended = new Promise<void>((resolve) => {
    stream.once('close', resolve)
    stream.once('end', resolve)
  })
  stream.on('data', sink)
  stream.on('error', () => {
    isBroken = true
  })
  // A write that breaks it is never called back.
  const written = (bytes: Uint8Array) => new Promise<void>((resolve) => stream.write(bytes, () => resolve()))
  return {
    push: (bytes) => (isBroken ? Promise.resolve() : Promise.race([written(bytes), ended])),
    end: () => {
      if (isBroken) return Promise.resolve()
      stream.end()
      return ended
    },
  }
}

const decoders = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
])
