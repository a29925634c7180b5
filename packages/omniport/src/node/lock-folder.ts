import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** The folder of the lock of one file. */
export function lockFolder(path: string, name: string): string {
  return join(`${path}.locks`, createHash('sha256').update(name).digest('hex').slice(0, 32))
}
