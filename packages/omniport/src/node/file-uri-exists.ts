import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** True if the `file:` URI leads to a folder or a regular file that this process can reach. Never rejects. */
export async function fileUriExists(uri: string): Promise<boolean> {
  try {
    const found = await stat(fileURLToPath(uri))
    return found.isDirectory() || found.isFile()
  } catch {
    return false
  }
}
