import { openRegularFile } from '../../node/open-regular-file.js'
import { exactText } from '../../skills/exact-text.js'
import { type AppDefinition, type AppOptions, app } from '../apps/app.js'

/** The options of `appFrom`: those of `app()`, without `html`. */
export type AppFromOptions = Omit<AppOptions, 'html'>

/**
 * An app whose page is a file: for `app` of `tool()`. The file is read for each request of a host, so that an edit is served at
 * once; symbolic links are not followed.
 *
 * Rejects with a `TypeError` that names the file or the option: a file that cannot be read now, or is not an HTML document, and
 * what `app` throws.
 *
 * spec: SEP-1865#ui-resource-format
 */
export async function appFrom(file: string, options: AppFromOptions): Promise<AppDefinition<unknown>> {
  if (typeof file !== 'string') throw new TypeError('appFrom: the first argument must be the path of a file')
  app({ ...options, html: await readPage(file) }) // so that a page that cannot be served is refused now
  return app({ ...options, html: () => readPage(file) })
}

async function readPage(file: string): Promise<string> {
  const opened = await openRegularFile(file).catch((cause: unknown) => {
    throw problemOf(file, cause instanceof Error ? cause.message : String(cause), cause)
  })
  if (opened === undefined) throw problemOf(file, 'is missing')
  const { handle } = opened
  try {
    const text = exactText(await handle.readFile())
    if (text === undefined) throw problemOf(file, 'is not UTF-8')
    return text
  } finally {
    await handle.close()
  }
}

function problemOf(file: string, problem: string, cause?: unknown): TypeError {
  return new TypeError(`appFrom: ${file} ${problem}`, { cause })
}
