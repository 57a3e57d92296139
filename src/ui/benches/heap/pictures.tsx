/** Pictures on the bench that can be taken away: each view puts its own on the shelf while it is shown. */
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';

export interface Picture {
  /** As the export menu calls it; also the end of the file's name. */
  readonly title: string;
  readonly file: string;
  /** A self-contained SVG file under this title. */
  readonly svg: (title: string) => string;
  /** Its numbers, exact. */
  readonly csv: () => string;
}

interface Shelf {
  readonly put: (picture: Picture) => void;
  readonly take: (picture: Picture) => void;
}

const Shown = createContext<readonly Picture[]>([]);
const ShelfContext = createContext<Shelf>({ put: () => undefined, take: () => undefined });

export function PictureShelf({ children }: { readonly children: ReactNode }): ReactElement {
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  const shelf = useMemo<Shelf>(
    () => ({
      put: (picture) => setPictures((all) => [...all, picture]),
      take: (picture) => setPictures((all) => all.filter((one) => one !== picture)),
    }),
    [],
  );
  return (
    <ShelfContext value={shelf}>
      <Shown value={pictures}>{children}</Shown>
    </ShelfContext>
  );
}

/** @param picture must stay the same object as long as it shows the same */
export function usePicture(picture: Picture | null): void {
  const shelf = useContext(ShelfContext);
  useEffect(() => {
    if (picture === null) return undefined;
    shelf.put(picture);
    return () => shelf.take(picture);
  }, [picture, shelf]);
}

export function useShownPictures(): readonly Picture[] {
  return useContext(Shown);
}
