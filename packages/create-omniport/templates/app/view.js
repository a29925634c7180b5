// Runs in the page, in the browser of the person.
import { connectApp } from '@omniport/app'

const rolled = document.getElementById('rolled')
const app = await connectApp({ name: 'dice', version: '1.0.0' })

const show = (result) => {
  rolled.textContent = result.isError ? 'There is no number.' : String(result.structuredContent.rolled)
}
app.onToolResult(show)

let sides = 6
app.onToolInput((input) => {
  sides = input.sides ?? sides
})
document.getElementById('again').onclick = async () => show(await app.callTool('roll', { sides }))
