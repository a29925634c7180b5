import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Where the turns at a file are drawn that have one name. */
export function lockFolder(path: string, name: string): string {
  return join(`${path}.locks`, createHash('sha256').update(name).digest('hex').slice(0, 32))
}
