/** A summary as a table in Markdown, which is readable in a terminal too. */
export function toTable({ workload, lines }) {
  const { name, title, unit } = workload
  const head = ['', `${unit}`, 'least – most', 'ratio', 'over', 'target']
  const rows = lines.map((line) => (line.failure === undefined ? measured(line, workload) : failed(line)))
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at].length), 3))
  const toLine = (row) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [`### ${title}`, '', `\`${name}\``, '', toLine(head), rule, ...rows.map(toLine)].join('\n')
}

function measured({ contender, value, least, most, ratio, over, reached }, { target, limit = 'raw' }) {
  const isLimit = contender === limit
  const spread = least === most ? '' : `${figure(least)} – ${figure(most)}`
  const beside = isLimit || ratio === undefined ? ['', ''] : [`${figure(ratio)}×`, figure(over)]
  return [contender, figure(value), spread, ...beside, verdict(reached, target)]
}

function failed({ contender, failure }) {
  return [contender, 'failed', '', '', '', failure.split('\n')[0].slice(0, 100).replaceAll('|', '\\|')]
}

function verdict(reached, target) {
  if (reached === undefined) return ''
  const what = { ratio: `≤ ${target.most}×`, over: `≤ ${target.most} over`, value: `≤ ${target.most}` }[target.of]
  return `${what}: ${reached ? 'reached' : 'missed'}`
}

function figure(number) {
  const size = Math.abs(number)
  return number.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)
}
