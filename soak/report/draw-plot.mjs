import { drawPanel } from './draw-panel.mjs'

const panels = [
  { member: 'heap', title: 'heap after collection, MiB' },
  { member: 'rss', title: 'RSS, MiB' },
  { member: 'files', title: 'open files' },
  { member: 'libraryTimers', title: 'timers of the library' },
]

const style = `
text { font: 12px system-ui, sans-serif; fill: #444 }
.title { font-weight: 600; fill: #111 }
.grid { stroke: #ccc; stroke-width: 1 }
.warm { fill: #888; fill-opacity: .12 }
.line { fill: none; stroke-width: 1.5; stroke-linejoin: round }
.p0 { stroke: #0b6bcb; } .p1 { stroke: #b3470f } .p2 { stroke: #0a7d4f } .p3 { stroke: #8a3ffc }
@media (prefers-color-scheme: dark) {
text { fill: #bbb } .title { fill: #eee } .grid { stroke: #444 }
.p0 { stroke: #66b0ff } .p1 { stroke: #ff9c5b } .p2 { stroke: #4fd1a0 } .p3 { stroke: #c79bff }
}`

const [width, height] = [460, 220]

/** Four plots over time, a line for each process, as an SVG that is legible on light and dark ground. */
export function drawPlot(recording, warmUpSeconds) {
  const drawn = panels.map((panel, index) => {
    const [x, y] = [(index % 2) * width, Math.floor(index / 2) * height]
    return `<g transform="translate(${x} ${y})">${drawPanel(recording, { ...panel, warmUpSeconds, width, height })}</g>`
  })
  const [w, h] = [width * 2, height * 2 + 30]
  const label = 'Memory, open files and timers of each process over time'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="${label}">
<style>${style}</style>
${drawn.join('\n')}
${legend(recording.processes, h - 12)}
</svg>
`
}

function legend(processes, y) {
  return processes
    .map(({ name }, index) => {
      const x = 50 + index * 200
      return `<path class="line p${index}" d="M${x} ${y - 4}h24"/><text x="${x + 30}" y="${y}">${name}</text>`
    })
    .join('\n')
}
