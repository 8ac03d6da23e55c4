import { useEffect, useState } from 'preact/hooks';
import { plotterSetupTexts as texts } from '../../../texts/plotter-setup.ts';
import { status } from '../../state/store.ts';
import { isOlder } from './is-older.ts';

/** `/firmware/index.json`, which is missing if the service was built without the compilers. */
interface FirmwareIndex {
  version: string;
  boards: { title: string; file: string }[];
}

export function FirmwareFiles() {
  const [index, setIndex] = useState<FirmwareIndex>();
  useEffect(() => {
    void fetch('firmware/index.json').then(
      async (answer) => answer.ok && setIndex(await answer.json()),
      () => undefined,
    );
  }, []);
  if (index === undefined) return null;
  const running = /^stationery-plotter (\d{1,3}\.\d{1,3}\.\d{1,3})/.exec(status.value?.firmware ?? '')?.[1];
  const isOld = running !== undefined && isOlder(running, index.version);
  return (
    <>
      <h3 class="setup-title">{texts.firmware}</h3>
      {isOld && <p class="caution">{texts.firmwareOld(running)}</p>}
      <p class="soft small">{texts.firmwareNote(index.version)}</p>
      <div class="wrap">
        {index.boards.map(({ title, file }) => (
          <a key={file} class="button button-plain" href={`firmware/${file}`} download={file}>
            {texts.download(title)}
          </a>
        ))}
      </div>
    </>
  );
}
