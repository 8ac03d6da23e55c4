import { useRef } from 'preact/hooks';
import { sharedTexts } from '../texts/shared.ts';
import { Button, Field } from '../ui/index.ts';
import './token-question.css';
import { giveToken, tokenWanted } from './token.ts';

export function TokenQuestion() {
  const input = useRef<HTMLInputElement>(null);
  const { token: texts } = sharedTexts;
  return (
    <form
      class="token-question stack gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const value = input.current?.value.trim() ?? '';
        if (value !== '') giveToken(value);
      }}
    >
      <h2>{texts.title}</h2>
      <p>{texts.explanation}</p>
      <Field
        label={texts.label}
        type="password"
        autocomplete="current-password"
        inputRef={input}
        error={tokenWanted.value === 'wrong-one' ? texts.wrong : undefined}
      />
      <Button kind="primary" type="submit" icon="key">
        {texts.give}
      </Button>
    </form>
  );
}
