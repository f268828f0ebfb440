import { useData } from 'vitepress'
import { type Component, defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue'

/** Loads the playground when its page is opened: no other page needs the editor. */
export const Playground: Component = defineComponent({
  setup() {
    const root = ref<HTMLElement>()
    const { site } = useData()
    let close: (() => void) | undefined
    let isLeft = false
    onMounted(async () => {
      const { openPlayground } = await import('../../playground/playground.ts')
      const files = new URL(`${site.value.base}workers/`, location.href)
      if (!isLeft && root.value !== undefined) close = openPlayground(root.value, files)
    })
    onBeforeUnmount(() => {
      isLeft = true
      close?.()
    })
    return () => h('div', { ref: root, class: 'pg-root' }, 'The playground needs JavaScript.')
  },
})
