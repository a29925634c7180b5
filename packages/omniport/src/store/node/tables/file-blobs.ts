import { fromBase64, isBase64, toBase64 } from '../../../values/text/base64.js'
import type { Blobs } from '../../blobs.js'
import { DurableMap, type TableServices } from './durable-map.js'

/** `Blobs` that survive the process. */
export class FileBlobs implements Blobs {
  readonly table: DurableMap<Uint8Array>

  constructor(services: TableServices) {
    this.table = new DurableMap({ ...services, name: 'blobs', encode, decode })
  }

  async create(id: string, bytes: Uint8Array, ttlMs: number): Promise<boolean> {
    if (this.table.planned(id) !== undefined) return this.table.unchanged(id, false)
    return this.table.set(id, { value: bytes.slice(), ttlMs }, () => true)
  }

  async put(id: string, bytes: Uint8Array, ttlMs: number): Promise<void> {
    await this.table.set(id, { value: bytes.slice(), ttlMs }, () => undefined)
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    return this.table.get(id)?.slice()
  }

  async take(id: string): Promise<Uint8Array | undefined> {
    const bytes = this.table.planned(id)
    if (bytes === undefined) return this.table.unchanged(id, undefined)
    return this.table.delete(id, () => bytes)
  }
}

function encode(bytes: Uint8Array): string {
  return `"${toBase64(bytes)}"`
}

function decode([text, ...others]: readonly unknown[]): Uint8Array | undefined {
  return typeof text === 'string' && isBase64(text) && others.length === 0 ? fromBase64(text) : undefined
}
