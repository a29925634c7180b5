import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { extensionOf } from '../../output/extension-of.js'
import { fileSize } from '../../output/file-size.js'
import type { SessionContext } from '../session/session-context.js'

export interface FileContent {
  readonly bytes: Uint8Array
  readonly mimeType: string | undefined
}

/** Asks for a path and saves the file. An existing file is replaced only if the user confirms that. */
export async function saveFile({ screen, cwd }: SessionContext, { bytes, mimeType }: FileContent): Promise<void> {
  const name = await screen.text({
    message: 'Save to which file',
    initial: `result${extensionOf(mimeType)}`,
    check: mustBeNamed,
  })
  if (name === undefined) return
  const path = resolve(cwd, name)
  try {
    await writeFile(path, bytes, { flag: 'wx' })
  } catch (reason) {
    if (codeOf(reason) !== 'EEXIST') return screen.print('bad', messageOf(reason))
    const message = `${path} is there already. Replace it?`
    if ((await screen.confirm({ message, initial: false })) !== true) return
    try {
      await writeFile(path, bytes)
    } catch (again) {
      return screen.print('bad', messageOf(again))
    }
  }
  await screen.print('good', `Saved ${fileSize(bytes.length)} to ${path}`)
}

function mustBeNamed(name: string): string | undefined {
  return name.trim() === '' ? 'must be the name of a file' : undefined
}

function codeOf(reason: unknown): unknown {
  return reason instanceof Error && 'code' in reason ? reason.code : undefined
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
