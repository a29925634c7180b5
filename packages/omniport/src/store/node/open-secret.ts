import { randomBytes } from 'node:crypto'
import { FileProblem, openRegularFile } from '../../node/open-regular-file.js'
import { replaceFile } from '../../node/replace-file.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

/** Reads the secret in a file, or creates one. Rejects with OmniportError `invalid_config` if it is not one of this library. */
export async function openSecret(path: string): Promise<string> {
  const opened = await openRegularFile(path).catch((reason: unknown) => {
    throw reason instanceof FileProblem ? new OmniportError('invalid_config', `${path}: it ${reason.message}`) : reason
  })
  if (opened === undefined) return createSecret(path)
  const { handle, stats } = opened
  try {
    const text = stats.size > maxBytes ? '' : (await handle.readFile('utf8')).trim()
    if (/^[\w-]{43}$/.test(text)) return text
    throw new OmniportError('invalid_config', `${path} is damaged: restore it, or remove it to have a new secret`)
  } finally {
    await handle.close()
  }
}

const maxBytes = 1024

async function createSecret(path: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await replaceFile({ path, mode: 0o600 }, `${secret}\n`)
  return secret
}
