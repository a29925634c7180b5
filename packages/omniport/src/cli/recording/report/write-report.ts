import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { CliError } from '../../errors/cli-error.js'
import { toWriteError } from '../../output/to-write-error.js'
import type { Io } from '../../process/io.js'
import type { RecordingFile } from '../file/open-recording.js'

/**
 * Writes a recording and its viewer as one HTML file, which its user may read, and which needs nothing else: it loads nothing,
 * connects to nothing, and its policy lets only its own script and style apply. Resolves with the path. A file that is there is
 * not overwritten. `viewer` is its module; default: the one of the build. Rejects with CliError `usage` if it cannot be written.
 */
export async function writeReport(
  file: RecordingFile,
  { name, viewer = builtViewer }: { readonly name: string; readonly viewer?: URL | undefined },
  io: Io,
): Promise<string> {
  const path = resolve(io.cwd, name)
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  let failure: Error | undefined
  // It may fail between two writes, and once more after it was destroyed.
  output.on('error', (error) => {
    failure ??= error
  })
  const write = async (text: string) => {
    if (failure !== undefined) throw failure
    if (!output.write(text)) await once(output, 'drain')
  }
  try {
    await once(output, 'open')
    await write(await head(viewer))
    await write(`${escapeData(JSON.stringify(file.header))}\n`)
    for await (const { text } of file.lines()) await write(`${escapeData(text)}\n`)
    await write('</script>\n')
    output.end()
    await once(output, 'close')
    return path
  } catch (cause) {
    output.destroy()
    if (cause instanceof CliError) throw cause
    throw toWriteError('--html', name, cause)
  }
}

/** JSON has `<` in texts only, where it may be escaped: the data cannot end its element, or begin another. */
function escapeData(json: string): string {
  return json.replaceAll('<', '\\u003c')
}

/** All before the data. The script is last in the order of running: it waits for the page. */
async function head(from: URL): Promise<string> {
  const viewer = (await import(from.href)) as Viewer
  const { style } = viewer
  const script = `addEventListener('DOMContentLoaded',()=>{${viewer.script}})`
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src-elem '${hashOf(style)}'`,
    "style-src-attr 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>A recording</title>
<style>${style}</style>
<body>
<header><h1 id="target"></h1><span id="started"></span><span id="count" role="status"></span>
<input id="filter" type="search" placeholder="Filter: add method:tools/call status:error >100ms" aria-label="Filter" autocomplete="off"></header>
<div id="overview" role="img" aria-label="The messages over time, a lane for each connection"></div>
<main><div id="list" role="listbox" tabindex="0" aria-label="Messages"></div><p id="empty" hidden>Nothing matches the filter.</p></main>
<section id="details" tabindex="0" aria-label="The chosen message"></section>
<script>${script}</script>
<script type="application/x-ndjson" id="recording">
`
}

const builtViewer = new URL('./viewer.js', import.meta.url)

/** The module that the build makes of the viewer. */
interface Viewer {
  /** The script, without `<script>`. */
  readonly script: string
  readonly style: string
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
