import { randomBytes } from 'node:crypto'
import { constants, copyFile, link, mkdir, open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from '../errors/cli-error.js'

/** Reads the text of a config file. Rejects with CliError `invalid_config`. */
export async function readConfigFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const { message } = cause as Error // what `readFile` throws
    throw new CliError('invalid_config', `${file}: cannot be read: ${message}`, { cause })
  }
}

/**
 * Changes a config file as a whole: `edit` gets its text, and is asked again if somebody else writes the file meanwhile. Resolves
 * with false if there is nothing to change. Rejects with what `edit` throws, and then nothing is written.
 */
export async function changeConfigFile(path: string, edit: (text: string) => string): Promise<boolean> {
  const file = await realpath(path)
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = await readConfigFile(file)
    const after = edit(before)
    if (after === before) return false
    if (await replace(file, before, after)) return true
  }
  throw new CliError('invalid_config', `${path} is being changed by another program all the time; nothing was written`)
}

const maxAttempts = 10

/** Resolves with false if the text is not `before` any more. */
async function replace(file: string, before: string, after: string): Promise<boolean> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  const { mode } = await stat(file)
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(after)
    await handle.chmod(mode & 0o777)
    await handle.sync()
    await handle.close()
    if ((await readConfigFile(file)) !== before) {
      await unlink(temporary)
      return false
    }
    await rename(temporary, file)
    return true
  } catch (reason) {
    await handle.close().catch(() => {})
    await unlink(temporary).catch(() => {})
    throw reason
  }
}

/**
 * Writes a config file that does not exist, as a whole, and its folders. Only the user can read it. Rejects with CliError
 * `invalid_config` if somebody else has written it meanwhile, or if it cannot be written.
 */
export async function createConfigFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await mkdir(dirname(file), { recursive: true })
    const handle = await open(temporary, 'wx', 0o600)
    await handle.writeFile(text).finally(() => handle.close())
    await link(temporary, file).finally(() => unlink(temporary))
  } catch (cause) {
    const { message } = cause as Error // node:fs throws nothing else
    throw new CliError('invalid_config', `${file}: cannot be written: ${message}`, { cause })
  }
}

/** Copies a config file to a new file beside it, `<path>.<suffix>`, and resolves with its path. */
export async function backUp(path: string, suffix: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const copy = `${path}.${suffix}${number === 1 ? '' : `-${number}`}`
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL)
      return copy
    } catch (reason) {
      if ((reason as NodeJS.ErrnoException).code !== 'EEXIST') throw reason
    }
  }
}
