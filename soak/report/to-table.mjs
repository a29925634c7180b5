const heads = ['process', 'series', 'level', 'drift in an hour', '99 % interval', 'ignored below', 'verdict']

/** The judgements as a table of Markdown. */
export function toTable(rows) {
  const lines = rows.map(({ process, series, unit, level, perHour, low, high, bound, verdict }) => {
    const drift = `${signed(perHour)} ${unit}`.trim()
    return [
      process,
      series,
      `${round(level)} ${unit}`.trim(),
      drift,
      `${signed(low)} … ${signed(high)}`,
      round(bound),
      verdict,
    ]
  })
  const widths = heads.map((head, column) => Math.max(head.length, ...lines.map((line) => line[column].length)))
  const toLine = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  return [toLine(heads), toLine(widths.map((width) => '-'.repeat(width))), ...lines.map(toLine)].join('\n')
}

/** What was done, most often first. */
export function toSummary({ done, seconds }) {
  const sorted = Object.entries(done).sort(([, a], [, b]) => b - a)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  const each = sorted.map(([name, count]) => `${name} ${grouped(count)}`)
  return `${grouped(total)} done in ${Math.round(seconds)} s: ${each.join(', ')}.`
}

function grouped(count) {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

function signed(value) {
  const text = round(value)
  return value > 0 && text !== '0' ? `+${text}` : text
}

/** Three figures, or all before the point. */
function round(value) {
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
  return String(Number(value.toFixed(digits)))
}
