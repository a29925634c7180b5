// Makes one HTML file of each view, as hosts want it: dist/views/<name>.html, with its script inside.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'

const sources = new URL('src/views/', import.meta.url)
const target = new URL('dist/views/', import.meta.url)

await mkdir(target, { recursive: true })
for (const name of ['chart', 'form']) {
  const page = await readFile(new URL(`${name}.html`, sources), 'utf8')
  const { outputFiles } = await build({
    entryPoints: [new URL(`${name}.ts`, sources).pathname],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
  })
  const script = `<script type="module">${outputFiles[0].text.trim()}</script>`
  // A function, since `$` in a replacement has a meaning.
  const whole = page.replace(`<script type="module" src="./${name}.ts"></script>`, () => script)
  await writeFile(new URL(`${name}.html`, target), whole)
}
