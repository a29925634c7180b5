const margin = { left: 50, right: 14, top: 28, bottom: 28 }

/** A line has at most this many points: means of what is between. */
const mostPoints = 300

/** One member of the samples over time, within `width` and `height`. */
export function drawPanel({ begun, seconds, processes }, { member, title, warmUpSeconds, width, height }) {
  const lines = processes.map(({ samples }) =>
    thin(samples.filter((sample) => member in sample).map((sample) => [(sample.t - begun) / 1_000, sample[member]])),
  )
  const step = stepOf(Math.max(...lines.flat().map(([, value]) => value), 1))
  const most = step * 4
  const toX = (second) => margin.left + (second / seconds) * (width - margin.left - margin.right)
  const toY = (value) => height - margin.bottom - (value / most) * (height - margin.top - margin.bottom)
  const grid = [0, 1, 2, 3, 4].map((index) => {
    const y = round(toY(index * step))
    const line = `<path class="grid" d="M${margin.left} ${y}H${width - margin.right}"/>`
    return `${line}<text x="${margin.left - 6}" y="${y + 4}" text-anchor="end">${index * step}</text>`
  })
  const warm = `<rect class="warm" x="${margin.left}" y="${margin.top}" width="${round(toX(warmUpSeconds) - margin.left)}" height="${height - margin.top - margin.bottom}"/>`
  const paths = lines.map((points, index) => {
    const place = points.map(([second, value]) => `${round(toX(second))} ${round(toY(value))}`)
    return place.length === 0 ? '' : `<path class="line p${index}" d="M${place.join('L')}"/>`
  })
  const end = seconds >= 120 ? `${round(seconds / 60)} min` : `${round(seconds)} s`
  return [
    `<text class="title" x="${margin.left}" y="18">${title}</text>`,
    warm,
    ...grid,
    `<text x="${margin.left}" y="${height - 8}">0</text>`,
    `<text x="${width - margin.right}" y="${height - 8}" text-anchor="end">${end}</text>`,
    ...paths,
  ].join('\n')
}

function thin(points) {
  const size = Math.ceil(points.length / mostPoints)
  return Array.from({ length: Math.ceil(points.length / Math.max(size, 1)) }, (_, index) => {
    const some = points.slice(index * size, (index + 1) * size)
    return [0, 1].map((column) => some.reduce((sum, point) => sum + point[column], 0) / some.length)
  })
}

/** A round number, four of which are at least `most`. */
function stepOf(most) {
  const power = 10 ** Math.floor(Math.log10(most / 4))
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step * 4 >= most)
}

function round(value) {
  return Math.round(value * 10) / 10
}
