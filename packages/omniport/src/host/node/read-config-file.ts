import { readFile, stat } from 'node:fs/promises'
import { ConfigFault } from '../config/config-fault.js'

/** The text of a file. Rejects with ConfigFault; of one that is not there `isAbsent` says so. */
export async function readConfigFile(file: string): Promise<string> {
  try {
    const found = await stat(file)
    // A pipe would be waited for.
    if (!found.isFile()) throw new ConfigFault('is no file')
    if (found.size > maxFileBytes) throw new ConfigFault(`is longer than ${maxFileBytes / 1024 / 1024} MiB`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (reason) {
    if (reason instanceof ConfigFault) throw reason
    const { code } = reason as NodeJS.ErrnoException // what `stat`, `readFile` and `decode` throw
    throw new ConfigFault(`cannot be read: ${reasons.get(code ?? '') ?? code}`)
  }
}

const maxFileBytes = 4 * 1024 * 1024

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'there is no such file'],
  ['EACCES', 'it may not be read'],
  ['EPERM', 'it may not be read'],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', 'it is not UTF-8'],
])
