import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { alignWires, type RevisionWire } from '../../../console/wires/align-wires.js'
import { toWriteError } from '../../output/to-write-error.js'
import type { Io } from '../../process/io.js'

/** Writes a page with a column for each revision, which has no script. Resolves with its path. A file that is there stays. */
export async function writeWirePage(
  { tool, wires }: { readonly tool: string; readonly wires: readonly RevisionWire[] },
  name: string,
  io: Io,
): Promise<string> {
  const path = resolve(io.cwd, name)
  try {
    await writeFile(path, toPage(tool, wires), { flag: 'wx', mode: 0o600 })
    return path
  } catch (cause) {
    throw toWriteError('--html', name, cause)
  }
}

function toPage(tool: string, wires: readonly RevisionWire[]): string {
  const head = wires.map(({ revision, error }) => {
    const failure = error === undefined ? '' : `<p class="bad">${escapeHtml(error)}</p>`
    return `<th scope="col">${escapeHtml(revision)}${failure}</th>`
  })
  const rows = alignWires(wires).map(({ title, texts }) => {
    const cells = wires.map(({ revision }, at) => {
      const text = texts.get(revision)
      const before = at === 0 ? undefined : texts.get(wires[at - 1]?.revision ?? '')
      const isSame = text !== undefined && text === before
      return `<td${isSame ? ' class="same"' : ''}><pre>${escapeHtml(isSame ? '= as on the left' : (text ?? ''))}</pre></td>`
    })
    return `<tr><th class="step" colspan="${wires.length}">${escapeHtml(title)}</th></tr><tr>${cells.join('')}</tr>`
  })
  return `<!doctype html>
<html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(tool)} in each revision</title>
<style>${style}</style>
<h1>${escapeHtml(tool)} <span>in each revision</span></h1>
<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style = `
:root{color-scheme:light dark;--bg:#fbfbfa;--panel:#fff;--line:#e4e3df;--text:#1d1d1b;--soft:#64625c;--bad:#c92a2a;--accent:#3b5bdb}
@media(prefers-color-scheme:dark){:root{--bg:rgb(19 20 21);--panel:rgb(25 27 29);--line:#2a2d30;--text:#e7e6e2;--soft:#a3a39e;--bad:#f07575;--accent:#7c97ff}}
*{box-sizing:border-box;margin:0;font-variant-ligatures:none}body{font:13px/1.45 Inter,ui-sans-serif,system-ui,sans-serif;color:var(--text);background:var(--bg)}
h1{font:600 15px "JetBrains Mono",ui-monospace,Menlo,monospace;padding:12px}h1 span{color:var(--soft);font-weight:400}
table{border-collapse:collapse;width:100%;min-width:1000px;table-layout:fixed}thead th{position:sticky;top:0;background:var(--panel);text-align:left;padding:6px 12px;border:1px solid var(--line)}
.step{text-align:left;font:600 12px "JetBrains Mono",ui-monospace,Menlo,monospace;color:var(--accent);padding:14px 12px 4px}
td{vertical-align:top;border:1px solid var(--line);background:var(--panel);padding:8px 12px}.same pre{color:var(--soft)}
pre{font:11.5px/1.5 "JetBrains Mono",ui-monospace,Menlo,monospace;white-space:pre-wrap;overflow-wrap:anywhere}.bad{color:var(--bad);font-weight:400}
`
